"use client";

import { NextIntlClientProvider } from "next-intl";
import { digestOf, UnexpectedError } from "@/components/errors/unexpected-error";
import { failureTexts } from "@/lib/core/i18n/failure-texts";
import "./globals.css";

/** Replaces the root layout if it fails, so it renders the whole document, in English. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something failed</title>
        <NextIntlClientProvider
          locale="en"
          messages={{ shell: { failure: failureTexts } }}
          timeZone="UTC"
        >
          <UnexpectedError digest={digestOf(error)} onRetry={retry} />
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
