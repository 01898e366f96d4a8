import { useLocale, useTranslations } from "next-intl";
import { localeNames, locales } from "@/lib/core/i18n/locales";
import { ClientStatusBadge } from "../clients/client-status-badge";
import { objectHref } from "../platform/objects";
import type { TenantLink } from "../shell/person-menu";
import { useGoTo } from "../ui/use-unsaved-guard";
import type { Command, CommandGroup, PageLink } from "./command";
import { Keys } from "./keys";
import { offeredLinks } from "./page-links";
import type { Found, FoundObject, SearchPlace } from "./use-found-objects";

/** What the palette needs to know about the page. */
export interface PaletteContext extends SearchPlace {
  /** Pages of the organization or company on screen. */
  pages: readonly PageLink[];
  /** Other organizations and companies of the person. */
  otherTenants: readonly TenantLink[];
  /** The look that was chosen; undefined follows the system. */
  theme: "light" | "dark" | undefined;
}

/**
 * All commands, whatever the query.
 * @param found what the server found for it
 * @param showShortcuts opens the sheet of shortcuts
 */
export function useCommands(
  context: PaletteContext,
  { objects, request }: Found,
  showShortcuts: () => void,
): CommandGroup[] {
  const t = useTranslations("palette");
  const goTo = useGoTo();
  const { organizationId } = context;
  const pageCommand = ({ href, label, shortcut }: PageLink): Command => ({
    id: href,
    text: label,
    label: <bdi>{label}</bdi>,
    detail: shortcut ? <Keys keys={["g", shortcut]} /> : null,
    run: () => goTo(href),
  });
  const objectCommand = ({ kind, id, name, status }: FoundObject): Command => ({
    id: `${kind}-${id}`,
    text: name,
    isFound: true,
    waits: true,
    label: <bdi>{name}</bdi>,
    detail: (
      <span className="flex items-center gap-2 text-muted text-sm">
        {kind === "client" ? null : t(`kinds.${kind}`)}
        {status && status !== "active" ? <ClientStatusBadge status={status} /> : null}
        <code className="font-mono text-xs">{id}</code>
      </span>
    ),
    run: () =>
      goTo(
        kind === "client" ? `/organization/${organizationId}/clients/${id}` : objectHref(kind, id),
      ),
  });
  const requestCommand = ({ id, detail }: NonNullable<Found["request"]>): Command => ({
    id: `request-${id}`,
    text: id,
    isFound: true,
    waits: detail === null,
    label: t("request", { id }),
    detail: detail ? (
      <span className="truncate text-muted text-sm">
        {detail.code ?? detail.status} · <bdi>{detail.client?.name}</bdi>
      </span>
    ) : null,
    run: () => goTo(`/requests/${id}`),
  });
  const offered = offeredLinks();
  return [
    ...(offered
      ? [{ id: "page", label: offered.label, items: offered.links.map(pageCommand) }]
      : []),
    { id: "pages", label: t("pages"), items: context.pages.map(pageCommand) },
    {
      id: "found",
      label: t(context.isPlatform ? "directory" : "clients"),
      items: objects.map(objectCommand),
    },
    // After clients and objects, whose ids look the same.
    { id: "requests", label: t("requests"), items: request ? [requestCommand(request)] : [] },
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
