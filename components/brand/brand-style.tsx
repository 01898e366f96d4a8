import { accentProperties } from "@/lib/core/brand/accent-values";

/** The accent colour of this installation, for the whole document. */
export function BrandStyle({ accentColor }: { accentColor: string | null }) {
  if (accentColor === null) return null;
  const declarations = Object.entries(accentProperties(accentColor)).map(
    ([property, value]) => `${property}:${value}`,
  );
  // The element name makes it win over the same properties in globals.css.
  return <style>{`html:root{${declarations.join(";")}}`}</style>;
}
