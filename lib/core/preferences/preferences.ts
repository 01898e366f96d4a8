/** The cookie for a person's choice of theme. */
export const THEME_COOKIE = "theme";

/** The available themes; without a choice, pages follow the system. */
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function isTheme(text: string | undefined): text is Theme {
  return themes.some((theme) => theme === text);
}
