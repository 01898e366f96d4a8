"use client";

import { createContext, type ReactNode, use } from "react";
import { type Brand, DEFAULT_BRAND } from "@/lib/core/brand/values";

const BrandContext = createContext<Brand>(DEFAULT_BRAND);

/** Gives every page the brand of this installation. */
export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

/** The brand of this installation. */
export function useBrand(): Brand {
  return use(BrandContext);
}
