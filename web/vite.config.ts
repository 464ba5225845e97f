import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

// The page is built into the Python package, which serves it: a wheel needs no Node.
export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [
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
