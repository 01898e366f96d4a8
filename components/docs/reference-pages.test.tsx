import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { describeApi } from "@/lib/api/describe-api";
import { locales } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { DocsHome } from "./docs-home";
import { OperationReference } from "./operation-reference";
import { readReference } from "./reference";
import { ResourceReference } from "./resource-reference";

const MAX_BYTES = 100 * 1024;
const MAX_ELEMENTS = 3000;

const reference = readReference(describeApi());
const { resources } = reference;
const entries = resources.flatMap((resource) =>
  resource.entries.map((entry) => ({ resource, entry })),
);
const choice = { organization_id: "a".repeat(24), client_id: "b".repeat(64) };

/** What differs between pages: their frame is limited by a test of the running server. */
const pages: [name: string, page: ReactNode][] = [
  ["contents", <DocsHome key="contents" reference={reference} choice={choice} ids={choice} />],
  ...resources.map((resource): [string, ReactNode] => [
    resource.slug,
    <ResourceReference key={resource.slug} resource={resource} choice={choice} />,
  ]),
  ...entries.map(({ resource, entry }): [string, ReactNode] => [
    entry.id,
    <OperationReference
      key={entry.id}
      reference={reference}
      resource={resource}
      entry={entry}
      access={[]}
      errors={[]}
      choice={choice}
      ids={choice}
      clients={[]}
    />,
  ]),
];

describe.each(locales)("the pages of the API reference in %s", (locale) => {
  const rendered = pages.map(([name, page]) => ({
    name,
    html: renderToStaticMarkup(
      <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
        {page}
      </NextIntlClientProvider>,
    ),
  }));

  it("are small", () => {
    for (const { name, html } of rendered) {
      expect(Buffer.byteLength(html), name).toBeLessThanOrEqual(MAX_BYTES);
      expect(html.match(/<[a-z]/g)?.length, name).toBeLessThanOrEqual(MAX_ELEMENTS);
    }
  });

  it("have unique anchors, and links only to those", () => {
    for (const { name, html } of rendered) {
      const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(anchors).size, name).toBe(anchors.length);
      const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
      expect(anchors, name).toEqual(expect.arrayContaining(targets));
    }
  });
});

describe("the addresses of the API reference", () => {
  it("lead to one thing each, and every operation belongs to a resource", () => {
    const names = [
      "errors",
      ...resources.map(({ slug }) => slug),
      ...entries.map(({ entry }) => entry.id),
    ];
    expect(new Set(names).size).toBe(names.length);
    const { paths = {} } = describeApi();
    const described = Object.values(paths).flatMap((path) => Object.values(path));
    expect(entries.length).toBe(described.length);
  });

  it("begin with the OAuth flow", () => {
    expect(resources[0]?.entries[0]?.id).toBe("authorize");
  });
});
