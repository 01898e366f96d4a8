"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";

const TYPING_MS = 250;

interface LiveFormProps {
  path: string;
  /** Address of the list as it is shown. */
  address: string;
  children: ReactNode;
}

/** A GET form that searches while one types. Without JavaScript, Enter submits it. */
export function LiveForm({ path, address, children }: LiveFormProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(address);
  const [version, setVersion] = useState(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A link has changed the address: the fields begin anew. Never under the fingers of someone who types.
  useEffect(() => {
    if (address === last.current) return;
    last.current = address;
    if (!form.current?.querySelector(":is(input, select):focus"))
      setVersion((number) => number + 1);
  }, [address]);

  const search = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const fields = [...new FormData(form.current)].flatMap(([name, value]) =>
      typeof value === "string" && value.trim() !== "" ? [[name, value]] : [],
    );
    const params = new URLSearchParams(fields);
    router.replace(params.size > 0 ? `${path}?${params}` : path, { scroll: false });
  };
  const searchSoon = (event: SyntheticEvent<HTMLFormElement>) => {
    clearTimeout(timer.current);
    if (event.target instanceof HTMLSelectElement) search();
    else timer.current = setTimeout(search, TYPING_MS);
  };
  return (
    <form
      key={version}
      ref={form}
      action={path}
      method="get"
      onInput={searchSoon}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
      className="grid gap-2"
    >
      {children}
    </form>
  );
}
