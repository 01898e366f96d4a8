import { cookies } from "next/headers";
import { isTheme, THEME_COOKIE, type Theme } from "@/lib/core/preferences/preferences";

/** The person's theme for the page being rendered; undefined follows the system. */
export async function chosenTheme(): Promise<Theme | undefined> {
  const value = (await cookies()).get(THEME_COOKIE)?.value;
  return isTheme(value) ? value : undefined;
}
