//! Names of games as people write them: `connect-four`, `Connect_Four`, `ConnectFour`.

/// Whether a game is meant. Case, dashes, underscores and blanks make no difference.
pub(crate) fn same_name(name: &str, written: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|letter| !matches!(letter, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
    };
    letters(name) == letters(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn case_and_dashes_make_no_difference(name in "[a-z0-9-]{1,12}") {
            let bare = name.replace('-', "");
            prop_assert!(same_name(&name, &name.to_uppercase()) && same_name(&name, &name.replace('-', "_")));
            let longer = name.clone() + "x";
            prop_assert!(same_name(&bare, &name) && !same_name(&bare, &longer));
        }
    }
}
