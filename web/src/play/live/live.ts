// The WebSocket of a table. It reconnects automatically and requests the missed messages.

import { batch, signal } from "@preact/signals";
import type { FromServer, ToServer } from "../../protocol";
import { afterBoard } from "../../stage/board-first";

export type Connection = "connecting" | "open" | "lost" | "ended";

const PING_MS = 25_000;
const MOST_WAIT_MS = 15_000;
const FINAL = new Set([4401, 4403, 4404, 4409]); // close codes after which reconnecting is pointless

export class Live {
  readonly connection = signal<Connection>("connecting");
  readonly closed = signal<number>(0);
  private socket: WebSocket | undefined;
  private tries = 0;
  private timer = 0;
  private ping = 0;
  private over = false;
  /** Messages that are to be handled together. */
  private arrived: FromServer[] = [];

  constructor(
    private readonly path: () => string,
    private readonly receive: (message: FromServer) => void,
    /** Called after each connection, including reconnections. */
    private readonly opened: () => void,
    /** Invitation to a private table, sent as a subprotocol: URLs are logged, and browsers cannot set other headers. */
    private readonly invite: string | null,
  ) {
    this.open();
  }

  send(message: ToServer): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.over = true;
    clearTimeout(this.timer);
    clearInterval(this.ping);
    this.socket?.close(1000);
  }

  /** Handle what arrived, with a single rendering: bots answer in quick succession. */
  private readonly handle = (): void => {
    const messages = this.arrived;
    this.arrived = [];
    batch(() => {
      for (const message of messages) if (!this.over) this.receive(message);
    });
  };

  private open(): void {
    if (this.over) return;
    this.connection.value = this.tries === 0 ? "connecting" : "lost";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const invite = this.invite === null ? [] : ["banneret", `invite.${this.invite}`];
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1${this.path()}`, invite);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.connection.value = "open";
      clearInterval(this.ping);
      this.ping = window.setInterval(() => this.send({ type: "ping" }), PING_MS);
      this.opened();
    };
    socket.onmessage = (event) => {
      if (this.arrived.length === 0) afterBoard(this.handle);
      this.arrived.push(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => {
      clearInterval(this.ping);
      if (this.over) return;
      this.closed.value = event.code;
      if (FINAL.has(event.code)) {
        this.connection.value = "ended";
        return;
      }
      this.connection.value = "lost";
      this.tries += 1;
      const wait = Math.min(MOST_WAIT_MS, 250 * 2 ** Math.min(this.tries, 6)) * (0.75 + Math.random() / 2);
      this.timer = window.setTimeout(() => this.open(), wait);
    };
  }
}
