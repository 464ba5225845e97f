import { render } from "preact";
import { App, start } from "./app";
import "./fonts.css";
import "./tokens.css";
import "./style.css";
import "./lobby/lobby.css";
import "./cards/cards.css";
import "./panels/panels.css";
import "./forced-colors.css";

const root = document.getElementById("app");
if (root !== null) {
  await start();
  render(<App />, root);
}

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
