"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ReactNode } from "react";
import type { Command, CommandGroup } from "./command";

export interface CommandListProps {
  /** Names the field and the list for screen readers. */
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** The commands that match the query. */
  groups: readonly CommandGroup[];
  onPick: (command: Command) => void;
  /** Beside the field. */
  action: ReactNode;
  /** In place of the list when no command matches. */
  empty: ReactNode;
}

/** A search field above the commands that match. Focus stays in the field; arrow keys move the highlight. */
export function CommandList(props: CommandListProps) {
  const { label, placeholder, query, onQuery, groups, onPick, action, empty } = props;
  return (
    <Autocomplete.Root
      inline
      open
      filter={null}
      autoHighlight="always"
      keepHighlight
      items={groups}
      itemToStringValue={({ text }) => text}
      value={query}
      // Picking a command also changes the value, to the command's text.
      onValueChange={(value, { reason }) => reason === "input-change" && onQuery(value)}
    >
      <div className="flex items-center border-line border-b">
        <Autocomplete.Input
          aria-label={label}
          aria-expanded={groups.length > 0}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          placeholder={placeholder}
          className="h-12 w-full min-w-0 grow rounded-t-lg bg-transparent px-4 text-[1rem] text-ink placeholder:text-muted focus-visible:outline-offset-[-2px]"
        />
        {action}
      </div>
      {groups.length > 0 ? (
        <Autocomplete.List
          aria-label={label}
          className="min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.id} items={group.items} className="pb-1">
              <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-muted text-sm">
                {group.label}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <CommandItem key={command.id} command={command} onPick={onPick} />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      ) : (
        empty
      )}
    </Autocomplete.Root>
  );
}

function CommandItem(props: { command: Command; onPick: (command: Command) => void }) {
  const { command, onPick } = props;
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onPick(command)}
      render={(attributes, { highlighted }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the attributes from Base UI include role="option"
        <div {...attributes} aria-selected={highlighted} />
      )}
      className="flex min-h-10 cursor-pointer scroll-my-10 flex-wrap items-center justify-between gap-x-4 rounded px-2 py-1 aria-selected:bg-brass-soft aria-selected:outline aria-selected:outline-brass"
    >
      <span className="wrap-anywhere min-w-0">{command.label}</span>
      {command.detail}
    </Autocomplete.Item>
  );
}
