import { build, defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

const OXC = { jsx: { runtime: "automatic", importSource: "preact" } } as const;

/** Put the scripts and styles of a page into it: it needs no other file. */
const inOnePage: Plugin = {
  name: "in-one-page",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      for (const page of Object.values(bundle).filter((one) => one.fileName.endsWith(".html"))) {
        if (page.type !== "asset") continue;
        let markup = String(page.source);
        for (const [name, one] of Object.entries(bundle)) {
          const code = one.type === "chunk" ? one.code : name.endsWith(".css") ? String(one.source) : null;
          if (code === null) continue;
          const [tag, inline] =
            one.type === "chunk"
              ? [new RegExp(`<script[^>]*src="[^"]*${name}"[^>]*></script>`), `<script type="module">${code.replaceAll("</script", "<\\/script")}</script>`]
              : [new RegExp(`<link[^>]*href="[^"]*${name}"[^>]*>`), `<style>${code}</style>`];
          // Scripts run when everything before them has been read: the last place in the page is theirs.
          markup = one.type === "chunk" ? markup.replace(tag, "").replace("</body>", () => `${inline}</body>`) : markup.replace(tag, () => inline);
          delete bundle[name];
        }
        page.source = markup;
      }
    },
  },
};

/** Build the page that holds a match beside the page of the server, for `banneret export --to html`. */
const replayFile: Plugin = {
  name: "replay-file",
  async writeBundle(options) {
    await build({
      configFile: false,
      logLevel: "warn",
      oxc: OXC,
      publicDir: false,
      plugins: [inOnePage],
      build: {
        outDir: options.dir ?? "",
        emptyOutDir: false,
        target: "es2022",
        assetsInlineLimit: 1 << 20,
        modulePreload: false,
        rolldownOptions: { input: "replay.html" },
      },
    });
  },
};

// The page is built into the Python package, which serves it: a wheel needs no Node.
export default defineConfig({
  oxc: OXC,
  plugins: [
    replayFile,
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "worker.ts",
      injectRegister: false, // the page's security policy allows nothing inline
      injectManifest: { globPatterns: ["assets/*.{js,css,woff2}", "banneret.svg"], rollupFormat: "iife" },
      manifest: {
        id: "/",
        name: "banneret",
        short_name: "banneret",
        description: "Tabletop wargames. Every rule. One page.",
        start_url: "/",
        display: "standalone",
        background_color: "#e9e1cf",
        theme_color: "#20242b",
        icons: [
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
    }),
  ],
  build: {
    outDir: "../src/banneret/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page's security policy allows nothing inline
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8400", ws: true } } },
});
