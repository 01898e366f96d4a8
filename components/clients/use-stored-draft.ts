"use client";

import { useEffect, useState } from "react";
import { type ClientDraft, EMPTY_DRAFT, isDraft, isSameDraft } from "./client-draft";

/** A draft that survives reloads and navigation in this tab. It never contains a secret. */
export interface StoredDraft {
  draft: ClientDraft;
  setDraft: (draft: ClientDraft) => void;
  /** True when the draft is one from an earlier visit. */
  restored: boolean;
  /** Discards the draft and its stored copy. */
  discard: () => void;
}

/** @param key of the draft in the tab's storage */
export function useStoredDraft(key: string): StoredDraft {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [restored, setRestored] = useState(false);

  // After the first render, because the server cannot read the tab's storage.
  useEffect(() => {
    const storedDraft = readDraft(key);
    if (!storedDraft) return;
    setDraft(storedDraft);
    setRestored(true);
  }, [key]);

  const keep = (next: ClientDraft) => {
    setDraft(next);
    if (isSameDraft(next, EMPTY_DRAFT)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  };
  const discard = () => {
    sessionStorage.removeItem(key);
    setDraft(EMPTY_DRAFT);
    setRestored(false);
  };
  return { draft, setDraft: keep, restored, discard };
}

function readDraft(key: string): ClientDraft | undefined {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
  return isDraft(stored) ? stored : undefined;
}
