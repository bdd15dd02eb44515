//! What the page's script does for the module. Names and contents go over as bytes; what the page has for the
//! module waits there in queues until it is asked for.

/// Queues of the page.
#[derive(Clone, Copy, Debug)]
pub enum Queue {
    /// Files that the storage kept; all are there before the module begins.
    Kept,
    /// Files that the player picked or dropped.
    Handed,
    /// Names and values of the address, from behind its question mark.
    Address,
}

mod script {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        pub safe fn muster_now() -> f64;
        pub safe fn muster_pick();
        pub safe fn muster_ask_before_closing(asks: bool);
        pub safe fn muster_next(queue: u32) -> i32;
        pub fn muster_take(queue: u32, to: *mut u8) -> u32;
        pub fn muster_put(name: *const u8, name_length: usize, bytes: *const u8, length: usize, keep: bool);
        pub fn muster_remove(name: *const u8, name_length: usize);
        pub fn muster_download(name: *const u8, name_length: usize, bytes: *const u8, length: usize);
    }
}

pub use script::{muster_ask_before_closing as ask_before_closing, muster_now as now, muster_pick as pick};

/// Takes the next parcel of a queue: a name and what is in it.
pub fn take(queue: Queue) -> Option<(String, Vec<u8>)> {
    let length = usize::try_from(script::muster_next(queue as u32)).ok()?;
    let mut bytes = vec![0; length];
    // SAFETY: the page writes as many bytes as it has just told, and tells how many of them are the name.
    let name = unsafe { script::muster_take(queue as u32, bytes.as_mut_ptr()) } as usize;
    let rest = bytes.split_off(name.min(length));
    Some((String::from_utf8_lossy(&bytes).into_owned(), rest))
}

/// Lets the page have a file; `keep`: also when it is closed.
pub fn put(name: &str, bytes: &[u8], keep: bool) {
    // SAFETY: the page reads these bytes before it returns, and no others.
    unsafe { script::muster_put(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len(), keep) }
}

/// Lets the page forget a file.
pub fn remove(name: &str) {
    // SAFETY: as above.
    unsafe { script::muster_remove(name.as_ptr(), name.len()) }
}

/// Hands a file over as a download.
pub fn download(name: &str, bytes: &[u8]) {
    // SAFETY: as above.
    unsafe { script::muster_download(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len()) }
}
