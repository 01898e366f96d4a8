import { lazy } from "react";

export const loadImpactSummary = () => import("./impact");

/** Loaded after the page, with the queries that only a dialog needs. */
export const LazyImpactSummary = lazy(async () => ({
  default: (await loadImpactSummary()).ImpactSummary,
}));
