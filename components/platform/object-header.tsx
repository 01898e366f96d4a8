"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { DirectoryKind } from "@/lib/platform/search/values";
import { PageHeader } from "../ui/page-header";
import { type Objects, useObjectActions } from "./object-actions";
import { objectLists } from "./object-paths";
import { type OpenDialog, type RowAction, RowActions } from "./row-actions";

interface ObjectHeaderProps<Kind extends DirectoryKind> {
  kind: Kind;
  object: Objects[Kind];
  name: string;
  mark: ReactNode;
  status: ReactNode;
  description: ReactNode;
  breadcrumbs: ReactNode;
  mayWrite: boolean;
}

/** Name and state of an object, with the menu of what can be done with it and the outcome of the last action. */
export function ObjectHeader<Kind extends DirectoryKind>(props: ObjectHeaderProps<Kind>) {
  const { kind, object, name, mark, status, description, breadcrumbs, mayWrite } = props;
  const router = useRouter();
  const actions = useObjectActions();
  const [asked, setAsked] = useState<RowAction | null>(null);
  const [notice, setNotice] = useState<ReactNode>(null);
  const choices = mayWrite ? actions[kind](object) : [];
  const dialog: OpenDialog = {
    close: () => setAsked(null),
    done: (outcome = null) => {
      setAsked(null);
      setNotice(outcome);
      if (asked?.removes) router.push(`/platform/${objectLists[kind]}`);
      else router.refresh();
    },
  };
  return (
    <>
      <PageHeader
        icon={mark}
        title={<bdi>{name}</bdi>}
        status={status}
        description={description}
        breadcrumbs={breadcrumbs}
        actions={
          choices.length > 0 ? <RowActions name={name} actions={choices} onAsk={setAsked} /> : null
        }
      />
      {notice}
      {asked?.ask(dialog)}
    </>
  );
}
