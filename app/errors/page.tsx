import type { Metadata } from "next";
import { ErrorIndex } from "@/components/errors/error-index";
import { errorTable } from "@/lib/errors";

export const metadata: Metadata = { title: "Error codes" };

/** Every code that an answer can carry. */
export default function ErrorsPage() {
  return (
    <ErrorIndex entries={Object.entries(errorTable).map(([code, entry]) => ({ code, ...entry }))} />
  );
}
