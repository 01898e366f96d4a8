import { useCallback, useRef, useState } from "react";
import type { SearchIndex } from "./search-index";

/** The index of the search, loaded on first use. */
export function useSearchIndex() {
  const [index, setIndex] = useState<SearchIndex>();
  const [failed, setFailed] = useState(false);
  const asked = useRef(false);

  const load = useCallback(() => {
    if (asked.current) return;
    asked.current = true;
    setFailed(false);
    fetchIndex().then(setIndex, () => {
      asked.current = false;
      setFailed(true);
    });
  }, []);

  return { index, failed, load };
}

async function fetchIndex(): Promise<SearchIndex> {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error(`The index of the search has the status ${response.status}.`);
  return response.json();
}
