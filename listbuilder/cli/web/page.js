// Where the session is, and letters small enough for forty columns on a phone.
const LEAST_COLUMNS = 41, WIDTH_OF_LETTER = 0.605, LARGEST = 16, SMALLEST = 8;
const terminal = document.getElementById("terminal");
const fitting = Math.floor(window.innerWidth / (LEAST_COLUMNS * WIDTH_OF_LETTER));
terminal.dataset.fontSize = String(Math.max(SMALLEST, Math.min(LARGEST, fitting)));
terminal.dataset.sessionWebsocketUrl = window.location.origin.replace(/^http/, "ws") + "/ws";

// Keys go to the terminal at once; on a phone this would bring up its keyboard unasked.
if (!window.matchMedia("(pointer: coarse)").matches) {
  new MutationObserver((changes, observer) => {
    const input = document.querySelector(".xterm-helper-textarea");
    if (input) {
      observer.disconnect();
      input.focus();
    }
  }).observe(terminal, {childList: true, subtree: true});
}
