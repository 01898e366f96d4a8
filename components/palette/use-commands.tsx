"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";
import { localeNames, locales } from "@/lib/core/i18n/locales";
import { directoryKinds } from "@/lib/platform/search/values";
import { ClientStatusBadge } from "../clients/client-status-badge";
import { objectLists } from "../platform/objects";
import type { TenantLink } from "../shell/person-menu";
import { useGoTo } from "../ui/use-unsaved-guard";
import type { Command, CommandGroup, PageLink } from "./command";
import { Keys } from "./keys";
import { offeredLinks } from "./page-links";
import type { FoundObject, FoundRequest } from "./use-found-objects";

/** What the palette needs to know about the page. */
export interface PaletteContext {
  /** Pages of the organization or company on screen. */
  pages: readonly PageLink[];
  /** Other organizations and companies of the person. */
  otherTenants: readonly TenantLink[];
  /** The current organization, whose clients can be searched; null elsewhere. */
  organizationId: string | null;
  /** Whether it is the operator console, where the whole directory can be searched. */
  isPlatform: boolean;
  /** The look that was chosen; undefined follows the system. */
  theme: "light" | "dark" | undefined;
}

/**
 * All commands, whatever the query.
 * @param clients those that the server found
 * @param objects what the server found in the directory
 * @param request whose id was typed
 * @param showShortcuts opens the sheet of shortcuts
 */
export function useCommands(
  context: PaletteContext,
  clients: readonly ClientResponse[],
  objects: readonly FoundObject[],
  request: FoundRequest | null,
  showShortcuts: () => void,
): CommandGroup[] {
  const t = useTranslations("palette");
  const goTo = useGoTo();
  const pageCommand = ({ href, label, shortcut }: PageLink): Command => ({
    id: href,
    text: label,
    label: <bdi>{label}</bdi>,
    detail: shortcut ? <Keys keys={["g", shortcut]} /> : null,
    run: () => goTo(href),
  });
  const offered = offeredLinks();
  return [
    ...(offered
      ? [{ id: "page", label: offered.label, items: offered.links.map(pageCommand) }]
      : []),
    { id: "pages", label: t("pages"), items: context.pages.map(pageCommand) },
    {
      id: "clients",
      label: t("clients"),
      items: clients.map((client) => clientCommand(client, goTo)),
    },
    ...directoryKinds.map((kind) => ({
      id: kind,
      label: t(`kinds.${kind}`),
      items: objects
        .filter((object) => object.kind === kind)
        .map((object) => objectCommand(object, goTo)),
    })),
    // After clients and objects, whose ids look the same.
    {
      id: "requests",
      label: t("requests"),
      items: request ? [requestCommand(request, t("request", { id: request.id }), goTo)] : [],
    },
    {
      id: "otherTenants",
      label: t("otherTenants"),
      items: context.otherTenants.map(({ href, name, kind }) => ({
        ...pageCommand({ href, label: name }),
        text: `${name} ${t(kind)}`,
        detail: <span className="text-muted text-sm">{t(kind)}</span>,
      })),
    },
    { id: "settings", label: t("settings"), items: useSettings(context.theme, showShortcuts) },
  ];
}

function clientCommand(client: ClientResponse, goTo: (href: string) => void): Command {
  const { client_id: id, organization_id: organizationId, meta, status } = client;
  return {
    id,
    text: meta.name,
    found: true,
    label: <bdi>{meta.name}</bdi>,
    detail: (
      <span className="flex items-center gap-2">
        {status === "active" ? null : <ClientStatusBadge status={status} />}
        <code className="font-mono text-muted text-xs">{id}</code>
      </span>
    ),
    run: () => goTo(`/organization/${organizationId}/clients/${id}`),
  };
}

function requestCommand(
  { id, request }: FoundRequest,
  text: string,
  goTo: (href: string) => void,
): Command {
  return {
    id: `request-${id}`,
    text,
    found: true,
    tentative: request === null,
    label: text,
    detail: request ? (
      <span className="truncate text-muted text-sm">
        {request.code ?? request.status} · <bdi>{request.client?.name}</bdi>
      </span>
    ) : null,
    run: () => goTo(`/requests/${id}`),
  };
}

function objectCommand({ kind, id, name }: FoundObject, goTo: (href: string) => void): Command {
  return {
    id: `${kind}-${id}`,
    text: name,
    found: true,
    label: <bdi>{name}</bdi>,
    detail: <code className="font-mono text-muted text-xs">{id}</code>,
    run: () => goTo(`/platform/${objectLists[kind]}/${encodeURIComponent(id)}`),
  };
}

function useSettings(theme: PaletteContext["theme"], showShortcuts: () => void): Command[] {
  const t = useTranslations("palette");
  const shell = useTranslations("shell");
  const locale = useLocale();
  const themes = [
    { value: "system", name: shell("themeSystem") },
    { value: "light", name: shell("themeLight") },
    { value: "dark", name: shell("themeDark") },
  ].filter(({ value }) => value !== (theme ?? "system"));
  const command = (id: string, text: string, run: () => void, detail?: Command["detail"]) => ({
    id,
    text,
    label: text,
    detail,
    run,
  });
  return [
    command("shortcuts", t("shortcuts"), showShortcuts, <Keys keys={["?"]} />),
    ...themes.map(({ value, name }) =>
      command(`theme-${value}`, t("chooseTheme", { theme: name }), () =>
        submitForm("/preferences", { theme: value }),
      ),
    ),
    ...locales
      .filter((language) => language !== locale)
      .map((language) =>
        command(
          `language-${language}`,
          t("chooseLanguage", { language: localeNames[language] }),
          () => submitForm("/preferences", { language }),
        ),
      ),
    command("sign-out", shell("signOut"), () => submitForm("/sign-out")),
  ];
}

/** Submits a form, like the plain forms of the page. */
function submitForm(action: string, fields: Readonly<Record<string, string>> = {}): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
