//! Who may connect: requests that name this server as their host and come from its own page or from no page, and anyone who
//! follows a link to the page.
//!
//! Any web page can make a browser send requests to this machine. The browser then names that page's site as the origin. A
//! site whose name was made to point here (DNS rebinding) shows in the host. An IP address cannot be made to point
//! elsewhere, so a server that listens on all addresses accepts any address as its name.
//!
//! A click on a link on another site opens the page at the top of a tab, where the other site can neither read it nor hold
//! it in a frame. That is allowed for the files of the page, but not for paths that compute something.

use std::net::{IpAddr, SocketAddr};

use crate::page::is_page_file;
use crate::refusal::Refusal;

/// Decides which requests are answered, by the names of the server.
#[derive(Clone, Debug)]
pub(crate) struct AccessPolicy {
    /// The host that the server listens on, accepted besides the usual names.
    host: String,
    port: u16,
    any_address: bool,
}

/// The parts of a request that decide whether it is answered.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Caller<'a> {
    pub(crate) host: Option<&'a str>,
    pub(crate) origin: Option<&'a str>,
    /// `Sec-Fetch-Site`: where the request comes from, according to the browser.
    pub(crate) site: Option<&'a str>,
    /// It opens a file of the page at the top of a tab: see [`is_opening`].
    pub(crate) opens_page: bool,
}

/// Whether the browser opens a file of the page at the top of a tab, as a link or a reload does. `mode` and `dest` are
/// `Sec-Fetch-Mode` and `Sec-Fetch-Dest`, which no page can forge; a frame has another `dest`.
pub(crate) fn is_opening(method: &str, path: &str, mode: Option<&str>, dest: Option<&str>) -> bool {
    method == "GET" && is_page_file(path) && mode == Some("navigate") && dest == Some("document")
}

impl AccessPolicy {
    pub(crate) fn new(host: &str, address: SocketAddr) -> AccessPolicy {
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        AccessPolicy { host, port: address.port(), any_address: address.ip().is_unspecified() }
    }

    /// Refuses a request that is not meant for this server.
    pub(crate) fn check(&self, caller: Caller<'_>) -> Result<(), Refusal> {
        let Some(host) = caller.host.filter(|host| self.is_us(host)) else {
            return Err(Refusal::new(
                403,
                "this host name is not served; expected the address that rootward serve printed",
            ));
        };
        let same = |origin: &str| origin.strip_prefix("http://").is_some_and(|from| from.eq_ignore_ascii_case(host));
        let own_site = |site: &str| site == "same-origin" || site == "none";
        if caller.origin.is_none_or(same) && (caller.site.is_none_or(own_site) || caller.opens_page) {
            Ok(())
        } else {
            Err(Refusal::new(403, "requests from other sites are not answered; expected the page of this server"))
        }
    }

    fn is_us(&self, host: &str) -> bool {
        let (name, port) = split_port(host);
        if port.map_or(Some(80), |port| port.parse().ok()) != Some(self.port) {
            return false;
        }
        let name = name.to_ascii_lowercase();
        let usual = ["127.0.0.1", "localhost", "::1"].contains(&name.as_str());
        usual || name == self.host || self.any_address && name.parse::<IpAddr>().is_ok()
    }
}

/// Name and port, without the brackets around an IPv6 address.
fn split_port(host: &str) -> (&str, Option<&str>) {
    if let Some((address, rest)) = host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return (address, rest.strip_prefix(':'));
    }
    host.rsplit_once(':').map_or((host, None), |(name, port)| (name, Some(port)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lets_in(access: &AccessPolicy, host: &str, origin: Option<&str>) -> bool {
        access.check(Caller { host: Some(host), origin, ..Caller::default() }).is_ok()
    }

    #[test]
    fn only_its_own_names_and_its_own_page_are_let_in() {
        let access = AccessPolicy::new("127.0.0.1", "127.0.0.1:7878".parse().unwrap());
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST:7878", "[::1]:7878"] {
            assert!(lets_in(&access, host, None), "{host}");
            assert!(lets_in(&access, host, Some(&format!("http://{host}"))), "{host}");
        }
        for host in
            ["evil.example:7878", "evil.example", "127.0.0.1", "127.0.0.1:80", "10.0.0.1:7878", "", ":7878", "[::1"]
        {
            assert!(!lets_in(&access, host, None), "{host}");
        }
        for origin in
            ["http://evil.example", "https://localhost:7878", "http://localhost:1", "null", "http://127.0.0.1:7878"]
        {
            assert!(!lets_in(&access, "localhost:7878", Some(origin)), "{origin}");
        }
        assert!(access.check(Caller::default()).is_err(), "a host is a must");
        let sites = ["same-origin", "none", "cross-site", "same-site"];
        let host = Some("localhost:7878");
        let from = |site| access.check(Caller { host, site: Some(site), ..Caller::default() }).is_ok();
        assert_eq!(sites.map(from), [true, true, false, false]);
        let opened = |site| access.check(Caller { host, site: Some(site), opens_page: true, origin: None }).is_ok();
        assert_eq!(sites.map(opened), [true; 4]);
        let posted = Caller { host, site: Some("cross-site"), opens_page: true, origin: Some("http://evil.example") };
        assert!(access.check(posted).is_err(), "a link names no origin");
    }

    #[test]
    fn only_a_link_to_a_file_of_the_page_opens_it() {
        let (navigate, document) = (Some("navigate"), Some("document"));
        assert!(is_opening("GET", "/", navigate, document) && is_opening("GET", "/assets/main.js", navigate, document));
        for path in ["/api/status", "/api", "/api/trace/x/export", "/nothing", ""] {
            assert!(!is_opening("GET", path, navigate, document), "{path}");
        }
        for (method, mode, dest) in [
            ("POST", navigate, document),
            ("GET", navigate, Some("iframe")),
            ("GET", navigate, None),
            ("GET", Some("no-cors"), Some("script")),
            ("GET", None, document),
            ("GET", None, None),
        ] {
            assert!(!is_opening(method, "/", mode, dest), "{method} {mode:?} {dest:?}");
        }
    }

    #[test]
    fn a_server_on_all_addresses_answers_to_addresses_and_to_no_other_names() {
        let access = AccessPolicy::new("0.0.0.0", "0.0.0.0:80".parse().unwrap());
        for host in ["192.168.1.5", "192.168.1.5:80", "[fe80::1]", "localhost"] {
            assert!(lets_in(&access, host, None), "{host}");
        }
        assert!(!lets_in(&access, "evil.example", None));
        let named = AccessPolicy::new("lab.school", "10.1.1.1:80".parse().unwrap());
        assert!(lets_in(&named, "lab.school", None) && !lets_in(&named, "10.9.9.9", None));
    }
}
