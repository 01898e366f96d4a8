/** The name and appearance of the installation. */
export type Brand = {
  productName: string;
  /** Null for Latchkey's own mark. */
  logoUri: string | null;
  /** `#rrggbb`; null for the default colours. */
  accentColor: string | null;
  supportEmail: string | null;
  supportUrl: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
};

/** The brand of an installation that has not set one. */
export const DEFAULT_BRAND: Brand = {
  productName: "Latchkey",
  logoUri: null,
  accentColor: null,
  supportEmail: null,
  supportUrl: null,
  termsUrl: null,
  privacyUrl: null,
};

export type StoredBrand = Omit<Brand, "logoUri"> & { logoId: string | null };

/** Selects a {@link StoredBrand}. */
export const BRAND_COLUMNS = {
  productName: true,
  logoId: true,
  accentColor: true,
  supportEmail: true,
  supportUrl: true,
  termsUrl: true,
  privacyUrl: true,
} as const;
