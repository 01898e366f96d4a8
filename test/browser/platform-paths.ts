import { platformSections } from "@/components/shell/platform-pages";

/** Every page of the operator console that its navigation leads to. */
export const platformPaths: readonly string[] = platformSections.flatMap(({ pages }) =>
  pages.map(({ path }) => `/platform${path}`),
);
