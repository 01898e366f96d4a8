"use client";

import { digestOf, UnexpectedError } from "@/components/errors/unexpected-error";
import "./globals.css";

/** Replaces the root layout when that itself fails, so it brings its own document. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something failed · Latchkey</title>
        <UnexpectedError digest={digestOf(error)} onRetry={retry} />
      </body>
    </html>
  );
}
