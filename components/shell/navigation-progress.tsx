"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { holdsUnsaved } from "../ui/use-unsaved-guard";

/** A link may lead to the same page or to a file, where nothing else would end the bar. */
const LONGEST_MS = 20_000;

/** A bar at the top from following a link or submitting a form until the next page is there. */
export function NavigationProgress() {
  const t = useTranslations("shell.controls");
  const address = `${usePathname()}?${useSearchParams()}`;
  const [leftFrom, setLeftFrom] = useState<string | null>(null);

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      // The browser asks about unsaved changes and shows its own progress.
      if (!holdsUnsaved() && leadsAway(event)) setLeftFrom(address);
    };
    const send = (event: SubmitEvent) => {
      if (!event.defaultPrevented) setLeftFrom(address);
    };
    const stay = () => setLeftFrom(null);
    document.addEventListener("click", follow, true);
    window.addEventListener("submit", send);
    window.addEventListener("pageshow", stay);
    return () => {
      document.removeEventListener("click", follow, true);
      window.removeEventListener("submit", send);
      window.removeEventListener("pageshow", stay);
    };
  }, [address]);

  useEffect(() => {
    if (leftFrom === null) return;
    const timer = setTimeout(() => setLeftFrom(null), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [leftFrom]);

  if (leftFrom !== address) return null;
  return (
    <div
      role="progressbar"
      aria-label={t("loading")}
      className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden bg-brass-soft"
    >
      <div className="h-full bg-brass motion-safe:animate-pulse" />
    </div>
  );
}

function leadsAway(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return false;
  }
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || link.hasAttribute("download")) return false;
  const { origin, pathname, search } = new URL(link.href);
  const { location } = window;
  return origin === location.origin && pathname + search !== location.pathname + location.search;
}
