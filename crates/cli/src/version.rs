//! What `rootward --version` says: which version, from which commit, and how it was built.

use std::sync::LazyLock;

/// For `-V`: one line.
pub static SHORT: LazyLock<String> = LazyLock::new(|| match COMMIT {
    Some(commit) => format!("{VERSION} (commit {commit})"),
    None => VERSION.to_owned(),
});

/// For `--version`: what a bug report needs.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.unwrap_or("unknown");
    let target = env!("ROOTWARD_TARGET");
    format!("{VERSION}\ncommit: {commit}\ntarget: {target}\nfeatures: {}", features().join(", "))
});

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// None if it was built neither from a checkout nor from a package.
const COMMIT: Option<&str> = option_env!("ROOTWARD_COMMIT");

/// What the compiler was allowed to use or to add, as far as it decides the speed.
fn features() -> Vec<&'static str> {
    let all = [
        ("optimized", !cfg!(debug_assertions)),
        ("debug-assertions", cfg!(debug_assertions)),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("sse4.2", cfg!(target_feature = "sse4.2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("neon", cfg!(target_feature = "neon")),
        ("static-libc", cfg!(target_feature = "crt-static")),
    ];
    all.into_iter().filter_map(|(name, is_on)| is_on.then_some(name)).collect()
}
