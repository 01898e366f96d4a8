import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { ClientStatusBadge } from "../clients/client-status-badge";
import { objectHref } from "../platform/objects";
import { requestQuery } from "../requests/log-scope";
import type { TenantLink } from "../shell/person-menu";
import { useGoTo } from "../ui/use-unsaved-guard";
import type { Command, CommandGroup, PageLink } from "./command";
import { Keys } from "./shortcut-sheet";

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

/** Objects of a kind that are shown. */
const MAX_SHOWN = 6;
/** The API's limit. */
const MAX_CHARACTERS = 120;
// Other ids may be names of anything.
const REQUEST_ID = /^[0-9a-f]{24}$/;

/**
 * What the server finds for a query, the best matches first. Each keystroke starts a new request and cancels the last
 * one. Until the response arrives, earlier results stay if they still match. The request with a typed id is offered at
 * once, because only the page that opens it knows every organization of the person.
 */
export function useSearchResults({ organizationId, isPlatform }: PaletteContext, query: string) {
  const text = query.trim().slice(0, MAX_CHARACTERS);
  const id = text.toLowerCase();
  const canSearch = isPlatform || organizationId !== null;
  const isOn = canSearch && text !== "";
  const objects = useQuery({
    queryKey: ["found", organizationId, text],
    queryFn: ({ signal }) => findObjects(organizationId, text, signal),
    placeholderData: keepPreviousData,
    enabled: isOn,
    retry: false,
  });
  const isId = REQUEST_ID.test(id);
  const request = useQuery({
    ...requestQuery({ organizationId, clientId: null }, id),
    enabled: isId && canSearch,
  });
  return {
    objects: (isOn && objects.data) || [],
    isCurrent: !objects.isPlaceholderData,
    isSearching: objects.isFetching,
    isError: objects.isError,
    /** With what the console knows about it: nothing if it may be another organization's. */
    request: isId ? { id, detail: request.data } : null,
  };
}

/** Clients of the organization; without one, anything in the directory. */
async function findObjects(organizationId: string | null, q: string, signal: AbortSignal) {
  if (organizationId === null) {
    const { items } = await call("searchDirectory", { params: {}, query: { q }, signal });
    return items.map((item) => ({
      ...item,
      href: objectHref(item.kind, item.id),
      status: "active" as const,
    }));
  }
  const query = { q, page_size: MAX_SHOWN };
  const params = { organization_id: organizationId };
  const { items } = await call("listClients", { params, query, signal });
  return items.map(({ client_id: id, meta, status }) => ({
    kind: null,
    id,
    name: meta.name,
    href: `/organization/${organizationId}/clients/${id}`,
    status,
  }));
}

type SearchResults = ReturnType<typeof useSearchResults>;

/** All commands, whatever the query. */
export function useCommands(
  context: PaletteContext,
  { objects, request, isCurrent }: SearchResults,
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
  const objectCommand = (object: SearchResults["objects"][number]): Command => ({
    ...pageCommand({ href: object.href, label: object.name }),
    isFound: isCurrent,
    waits: true,
    detail: (
      <span className="flex items-center gap-2 text-muted text-sm">
        {object.kind && t(`kinds.${object.kind}`)}
        {object.status === "active" ? null : <ClientStatusBadge status={object.status} />}
        <code className="font-mono text-xs">{object.id}</code>
      </span>
    ),
  });
  const requestCommand = ({ id, detail }: NonNullable<SearchResults["request"]>): Command => ({
    ...pageCommand({ href: `/requests/${id}`, label: t("request", { id }) }),
    isFound: true,
    waits: !detail,
    detail: detail ? (
      <span className="truncate text-muted text-sm">
        {detail.code ?? detail.status} · <bdi>{detail.client?.name}</bdi>
      </span>
    ) : null,
  });
  const sheetCommand: Command = {
    id: "shortcuts",
    text: t("shortcuts"),
    label: t("shortcuts"),
    detail: <Keys keys={["?"]} />,
    run: showShortcuts,
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
    { id: "settings", label: t("settings"), items: [sheetCommand, ...menuCommands()] },
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
