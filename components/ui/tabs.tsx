"use client";

import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import { type ReactNode, useState } from "react";

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** The value of the tab that is open at first; that of the first one unless given. */
  first?: string;
  /** Whether a view keeps its state while another is shown. */
  keepMounted?: boolean;
}

/** Views of the same thing on one page; arrow keys move between them. */
export function Tabs({ label, tabs, first = tabs[0]?.value, keepMounted = false }: TabsProps) {
  const [open, setOpen] = useState(first);
  return (
    <BaseTabs.Root value={open} onValueChange={setOpen} className="grid min-w-0 gap-3">
      <BaseTabs.List
        aria-label={label}
        activateOnFocus
        className="flex gap-1 overflow-x-auto border-line border-b"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            // The library sets it only in the browser, and until then no tab could be reached.
            tabIndex={tab.value === open ? 0 : -1}
            className="-mb-px min-h-10 shrink-0 border-transparent border-b-2 px-3 font-semibold text-muted hover:text-ink focus-visible:outline-offset-[-2px] aria-selected:border-brass aria-selected:text-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={keepMounted}
          className="min-w-0"
        >
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
