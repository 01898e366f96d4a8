import { readdirSync } from "node:fs";
import { join } from "node:path";
import { processState } from "@/lib/core/process-state";

/** Where the build puts the fonts of React's pages, and the browser finds them. */
const FOLDER = [".next", "static", "media"];
const ADDRESS = "/_next/static/media";

/** A font by the start of its file's name, with its descriptors in the style sheet. */
const FONTS = [
  { name: "instrument_sans_latin_wght_", family: "sans", more: "font-weight:400 700" },
  {
    name: "instrument_sans_latin_ext_wght_",
    family: "sans-extended",
    more: "font-weight:400 700;unicode-range:U+0100-02FF,U+1E00-1E9F,U+2C60-2C7F",
  },
  { name: "jetbrains_mono_latin_wght_", family: "mono", more: "font-weight:100 800" },
];

/** The `@font-face` rules of the fonts that React's pages use; "" before the first build, so that the system's apply. */
export function fontRules(): string {
  return processState("page-fonts", () => {
    const files = builtFonts();
    return FONTS.map(({ name, family, more }) => {
      const file = files.find((each) => each.startsWith(name));
      if (!file) return "";
      return `@font-face{font-family:${family};src:url(${ADDRESS}/${file}) format("woff2");font-display:swap;${more}}\n`;
    }).join("");
  });
}

function builtFonts(): string[] {
  try {
    return readdirSync(join(/* turbopackIgnore: true */ process.cwd(), ...FOLDER));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
