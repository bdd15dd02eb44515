// The page around the module: files in the browser's storage, picked and dropped files, downloads, the address.
// What the module asks for is declared in src/platform/web/browser.rs.
"use strict";

const muster = { files: new Map(), queues: [[], [], []], storage: null, asks: false };

const word = document.getElementById("word");
const note = document.getElementById("note");

/** Shows what went wrong, over everything. */
function fail(text) {
    word.className = "wrong";
    word.textContent = text;
}

/** Shows a line at the foot for a while. */
function tell(text) {
    note.textContent = text;
    clearTimeout(tell.timer);
    tell.timer = setTimeout(() => { note.textContent = ""; }, 12000);
}

// ---- what the module calls ----

const bytesAt = (at, length) => new Uint8Array(wasm_memory.buffer, at, length);
const textAt = (at, length) => new TextDecoder().decode(bytesAt(at, length));

miniquad_add_plugin({
    name: "muster",
    version: 1,
    register_plugin: (imports) => Object.assign(imports.env, {
        muster_now: () => performance.now() / 1000,
        muster_pick: pick,
        muster_ask_before_closing: (asks) => { muster.asks = asks !== 0; },
        muster_next: (queue) => {
            const parcel = muster.queues[queue][0];
            return parcel ? parcel.name.length + parcel.bytes.length : -1;
        },
        muster_take: (queue, to) => {
            const { name, bytes } = muster.queues[queue].shift();
            bytesAt(to, name.length).set(name);
            bytesAt(to + name.length, bytes.length).set(bytes);
            return name.length;
        },
        muster_put: (name, nameLength, bytes, length, keep) => {
            put(textAt(name, nameLength), bytesAt(bytes, length).slice(), keep !== 0);
        },
        muster_remove: (name, nameLength) => remove(textAt(name, nameLength)),
        muster_download: (name, nameLength, bytes, length) => {
            download(textAt(name, nameLength), bytesAt(bytes, length).slice());
        },
        // The port of egui asks for it; the game shows no links.
        quad_url_link_open: () => {},
    }),
});

function send(queue, name, bytes) {
    muster.queues[queue].push({ name: new TextEncoder().encode(name), bytes });
}

// ---- the storage ----

/** The store of files; null where the browser keeps none. */
function openStorage() {
    return new Promise((done) => {
        try {
            const request = indexedDB.open("muster", 1);
            request.onupgradeneeded = () => request.result.createObjectStore("files");
            request.onsuccess = () => done(request.result);
            request.onerror = () => done(null);
            request.onblocked = () => done(null);
        } catch {
            done(null);
        }
    });
}

/** Hands what was kept over to the module. */
function readStorage() {
    return new Promise((done) => {
        const range = muster.storage.transaction("files").objectStore("files").openCursor();
        range.onsuccess = () => {
            const cursor = range.result;
            if (!cursor) return done();
            muster.files.set(cursor.key, cursor.value);
            send(0, cursor.key, cursor.value);
            cursor.continue();
        };
        range.onerror = () => done();
    });
}

const LOST = "This browser keeps no files for this page: what is saved here is gone when the page is closed. " +
    "Downloads are not.";

function change(work) {
    if (!muster.storage) return tell(LOST);
    const transaction = muster.storage.transaction("files", "readwrite");
    transaction.onabort = () => tell(LOST);
    work(transaction.objectStore("files"));
}

function put(name, bytes, keep) {
    muster.files.set(name, bytes);
    if (keep) change((store) => store.put(bytes, name));
}

function remove(name) {
    muster.files.delete(name);
    change((store) => store.delete(name));
}

// ---- files by hand ----

async function take(files) {
    for (const file of files) send(1, file.name, new Uint8Array(await file.arrayBuffer()));
}

function pick() {
    const input = document.createElement("input");
    input.type = "file";
    input.id = "pick";
    input.accept = ".json,.replay";
    input.style.display = "none";
    input.onchange = () => { take(input.files); input.remove(); canvas.focus(); };
    document.getElementById("pick")?.remove();
    document.body.append(input);
    input.click();
}

window.addEventListener("dragover", (event) => event.preventDefault(), true);
window.addEventListener("drop", (event) => {
    // The loader's own way cuts names.
    event.preventDefault();
    event.stopImmediatePropagation();
    take(event.dataTransfer.files);
}, true);

function download(name, bytes) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// ---- keys that the browser would take ----

// Copy, cut, paste and what concerns the page itself stay the browser's.
const BROWSERS_OWN = ["KeyC", "KeyX", "KeyV", "KeyR", "KeyT", "KeyW", "KeyN"];
canvas.addEventListener("keydown", (event) => {
    const isChord = (event.ctrlKey || event.metaKey) && !BROWSERS_OWN.includes(event.code);
    if (isChord || event.code === "F11" || event.code === "F12" || (event.altKey && event.code === "Enter")) {
        event.preventDefault();
    }
});
// Of these two the loader types what is on them without Shift, since browsers would search the page for it.
const SEARCH_KEYS = { Slash: 47, Quote: 39 };
canvas.addEventListener("keydown", (event) => {
    const code = SEARCH_KEYS[event.code];
    if (!code || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wasm_exports.key_down(code, (event.shiftKey ? 1 : 0) | (event.altKey ? 4 : 0), event.repeat);
    if (event.key.length === 1) wasm_exports.key_press(event.key.codePointAt(0));
});
canvas.addEventListener("keypress", (event) => {
    if (SEARCH_KEYS[event.code]) event.stopImmediatePropagation();
});
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("mousedown", () => canvas.focus());

// ---- the start ----

// The browser asks in its own words.
window.addEventListener("beforeunload", (event) => {
    if (muster.asks) event.preventDefault();
});

window.addEventListener("error", (event) => {
    if (event.error instanceof WebAssembly.RuntimeError) {
        muster.asks = false;
        fail("This went wrong, and it is our fault: the game has stopped.\n" +
            "What was saved is kept. Load the page again to go on.");
    }
});

async function compile(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
    // Hosts that do not know the type of a module are no reason to stop.
    return WebAssembly.compile(await answer.arrayBuffer());
}

async function start() {
    const compiled = compile("muster.wasm");
    muster.storage = await openStorage();
    if (muster.storage) await readStorage();
    for (const [name, value] of new URLSearchParams(location.search)) {
        send(2, name, new TextEncoder().encode(value));
    }
    register_plugins(plugins);
    const module = await compiled;
    add_missing_functions_stabs(module);
    const instance = await WebAssembly.instantiate(module, importObject);
    wasm_memory = instance.exports.memory;
    wasm_exports = instance.exports;
    init_plugins(plugins);
    word.textContent = "";
    canvas.focus();
    wasm_exports.main();
}

if (!document.createElement("canvas").getContext("webgl")) {
    fail("Muster draws with WebGL, which this browser has not or does not allow.");
} else {
    start().catch((error) => fail(`Muster could not begin: ${error.message}`));
}
