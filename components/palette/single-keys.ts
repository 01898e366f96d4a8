"use client";

import { useSyncExternalStore } from "react";

const NAME = "single-key-shortcuts";
const OFF = "off";
const CHANGED = "single-key-shortcuts-changed";

/** Whether single-key shortcuts are on, and a setter; the browser remembers the choice. */
export function useSingleKeys(): [on: boolean, change: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeysAreOn, () => true), changeSingleKeys];
}

/** Whether single-key shortcuts are on, which is the default. */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(NAME) !== OFF;
}

function changeSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, OFF);
  window.dispatchEvent(new Event(CHANGED));
}

/** `storage` fires in other tabs only. */
function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(CHANGED, listener);
  };
}
