"use client";

import { digestOf, UnexpectedError } from "@/components/errors/unexpected-error";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <UnexpectedError digest={digestOf(error)} onRetry={retry} />;
}
