//! The page in one file: styles, scripts and engine inside of it.

use super::base64::base64;

/// Nothing is loaded from anywhere, and nothing may be.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; worker-src blob:; \
                      style-src 'unsafe-inline'; img-src data: blob:; connect-src data: blob:; base-uri 'none'; form-action 'none'";

/// The script of the worker that holds the engine. It is the only one that is no module.
const WORKER: &str = "engine_worker.js";
const ICON: &str = "favicon.svg";

type File = (&'static str, Vec<u8>);

/// The page `index` with what it asks for in it. Each line of its head asks for one thing.
pub(super) fn write(index: &str, assets: &[File], packed_engine: &[u8]) -> String {
    let mut page = String::new();
    for line in index.lines() {
        let asked = line.split_once("assets/").and_then(|(_, rest)| rest.split('"').next());
        match asked {
            None if line.starts_with("  <title>") => {
                page += &format!("  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n{line}\n");
            }
            None if line == "</body>" => page += &engine(assets, packed_engine),
            None => page += &format!("{line}\n"),
            Some(name) if name.ends_with(".css") => page += &style(line, &text(assets, name), assets),
            Some(name) if name.ends_with(".js") => page += &scripts(name, assets),
            Some(name) => page += &format!("{}\n", line.replace(&format!("assets/{name}"), &as_data(assets, name))),
        }
    }
    page
}

fn text(assets: &[File], name: &str) -> String {
    let found = assets.iter().find(|(known, _)| *known == name).map(|(_, bytes)| bytes.as_slice());
    String::from_utf8_lossy(found.unwrap_or_default()).into_owned()
}

fn as_data(assets: &[File], name: &str) -> String {
    let kind = if name.ends_with(".js") { "text/javascript" } else { "image/svg+xml" };
    format!("data:{kind};base64,{}", base64(text(assets, name).as_bytes()))
}

fn style(line: &str, css: &str, assets: &[File]) -> String {
    let media = if line.contains("media=\"print\"") { " media=\"print\"" } else { "" };
    let css = css.replace(ICON, &as_data(assets, ICON));
    format!("<style{media}>\n{css}</style>\n")
}

/// A map from names to the modules themselves. Modules name each other by `./`, which means nothing inside of a page.
fn scripts(first: &str, assets: &[File]) -> String {
    let modules = assets.iter().filter(|(name, _)| name.ends_with(".js") && *name != WORKER);
    let entry = |(name, bytes): &File| {
        let module = String::from_utf8_lossy(bytes).replace("from \"./", "from \"rootward/");
        let module = module.replace("import(\"./", "import(\"rootward/");
        format!("\"rootward/{name}\": \"data:text/javascript;base64,{}\"", base64(module.as_bytes()))
    };
    let map: Vec<String> = modules.map(entry).collect();
    format!(
        "<script type=\"importmap\">{{ \"imports\": {{\n{}\n}} }}</script>\n<script type=\"module\">import \"rootward/{first}\";</script>\n",
        map.join(",\n")
    )
}

/// The engine comes last: the page is seen before the browser has read it.
fn engine(assets: &[File], packed: &[u8]) -> String {
    format!(
        "<script type=\"text/plain\" id=\"rootward-worker\">\n{}</script>\n\
         <script type=\"text/plain\" data-engine data-worker=\"#rootward-worker\">{}</script>\n</body>\n",
        text(assets, WORKER),
        base64(packed)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page;

    #[test]
    fn one_file_asks_for_nothing() {
        let (index, assets): (Vec<File>, Vec<File>) =
            page::all().into_iter().partition(|(name, _)| *name == "index.html");
        let index = String::from_utf8(index[0].1.clone()).unwrap();
        let page = write(&index, &assets, b"engine");
        assert!(!page.contains("assets/") && !page.contains("url(\"favicon"), "everything is inside");
        assert!(page.contains(">ZW5naW5l</script>\n</body>\n</html>"), "the engine is at the end");
        assert_eq!(page.matches("<style").count(), index.matches("rel=\"stylesheet\"").count());
        assert_eq!(page.matches("<style media=\"print\">").count(), 1);
        for (name, bytes) in assets.iter().filter(|(name, _)| name.ends_with(".js")) {
            let module = String::from_utf8_lossy(bytes);
            assert!(!module.contains("</script"), "{name} would end the script that it is in");
            let imports = module.lines().filter(|line| line.starts_with("import ") || line.contains("import("));
            for import in imports {
                assert!(
                    import.contains("from \"./") || import.contains("import(\"./"),
                    "{name} imports otherwise: {import}"
                );
            }
            assert!(*name == WORKER || page.contains(&format!("\"rootward/{name}\"")), "{name}");
        }
    }
}
