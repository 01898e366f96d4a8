import { platformPages } from "@/components/shell/console-pages";

/** Every page of the operator console that its navigation leads to. */
export const platformPaths: readonly string[] = platformPages.map(({ path }) => `/platform${path}`);

const names = new Set(platformPages.map(({ section, label }) => section ?? label));

/** The paths by entry of the navigation. */
export const platformSections = [...names].map((name) => ({
  name,
  paths: platformPaths.filter(
    (_, at) => platformPages[at]?.section === name || platformPages[at]?.label === name,
  ),
}));
