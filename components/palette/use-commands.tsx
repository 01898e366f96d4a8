import { useTranslations } from "next-intl";
import { ClientStatusBadge } from "../clients/client-status-badge";
import { objectHref } from "../platform/objects";
import type { TenantLink } from "../shell/person-menu";
import { useGoTo } from "../ui/use-unsaved-guard";
import type { Command, CommandGroup, PageLink } from "./command";
import { Keys } from "./shortcut-sheet";
import type { Found, FoundObject } from "./use-found-objects";

/** What the palette needs to know about the page. */
export interface PaletteContext {
  /** The current organization, whose clients can be searched; null elsewhere. */
  organizationId: string | null;
  /** Whether it is the operator console, where the whole directory can be searched. */
  isPlatform: boolean;
  /** Pages of the organization or company on screen. */
  pages: readonly PageLink[];
  /** Other organizations and companies of the person. */
  otherTenants: readonly TenantLink[];
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
    ...pageCommand({
      href:
        kind === "client" ? `/organization/${organizationId}/clients/${id}` : objectHref(kind, id),
      label: name,
    }),
    isFound: true,
    waits: true,
    detail: (
      <span className="flex items-center gap-2 text-muted text-sm">
        {kind === "client" ? null : t(`kinds.${kind}`)}
        {status && status !== "active" ? <ClientStatusBadge status={status} /> : null}
        <code className="font-mono text-xs">{id}</code>
      </span>
    ),
  });
  const requestCommand = ({ id, detail }: NonNullable<Found["request"]>): Command => ({
    ...pageCommand({ href: `/requests/${id}`, label: t("request", { id }) }),
    isFound: true,
    waits: detail === null,
    detail: detail ? (
      <span className="truncate text-muted text-sm">
        {detail.code ?? detail.status} · <bdi>{detail.client?.name}</bdi>
      </span>
    ) : null,
  });
  const sheet = t("shortcuts");
  const sheetCommand = {
    id: "shortcuts",
    text: sheet,
    label: sheet,
    detail: <Keys keys={["?"]} />,
  };
  return [
    ...tabsOnPage(context.pages).map(({ label, links }) => ({
      id: "page",
      label,
      items: links.map(pageCommand),
    })),
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
    {
      id: "settings",
      label: t("settings"),
      items: [{ ...sheetCommand, run: showShortcuts }, ...menuCommands()],
    },
  ];
}

/** The tabs of what the page is about, such as a client. Those of a section are among its pages. */
function tabsOnPage(pages: readonly PageLink[]): { label: string; links: PageLink[] }[] {
  const pagePaths = new Set(pages.map(({ href }) => href));
  return [...document.querySelectorAll("nav[data-offered]")].flatMap((tabs) => {
    const links = [...tabs.querySelectorAll("a")]
      .map((link) => ({ href: link.getAttribute("href") ?? "", label: link.textContent }))
      .filter(({ href }) => !pagePaths.has(href));
    return links.length > 0 ? [{ label: tabs.getAttribute("aria-label") ?? "", links }] : [];
  });
}

/** What the buttons of the person's menu do: look, language, signing out. */
function menuCommands(): Command[] {
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    "[data-offered] form button:not([aria-pressed=true])",
  );
  return [...buttons].map((button) => {
    const choice = button.closest("fieldset")?.querySelector("legend")?.textContent;
    const text = choice ? `${choice}: ${button.textContent}` : button.textContent;
    return { id: text, text, label: text, run: () => button.click() };
  });
}
