"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { DirectoryKind } from "@/lib/platform/search/values";
import { PageHeader, type PageHeaderProps } from "../ui/page-header";
import { useObjectActions } from "./object-actions";
import { type Objects, objectLists } from "./objects";
import { RowActions, useActionDialog } from "./row-actions";

interface ObjectHeaderProps<Kind extends DirectoryKind> {
  kind: Kind;
  object: Objects[Kind];
  name: string;
  mark: ReactNode;
  status: ReactNode;
  description: ReactNode;
  parents: PageHeaderProps["parents"];
  mayWrite: boolean;
}

/** Name and state of an object, with the menu of what can be done with it and the outcome of the last action. */
export function ObjectHeader<Kind extends DirectoryKind>(props: ObjectHeaderProps<Kind>) {
  const { kind, object, name, mark, mayWrite, ...header } = props;
  const router = useRouter();
  const actions = useObjectActions();
  const choices = mayWrite ? actions[kind](object) : [];
  const { ask, notice, dialog } = useActionDialog(({ removes }) => {
    if (removes) router.push(`/platform/${objectLists[kind]}`);
    else router.refresh();
  });
  return (
    <>
      <PageHeader
        {...header}
        icon={mark}
        title={<bdi>{name}</bdi>}
        actions={
          choices.length > 0 ? <RowActions name={name} actions={choices} onAsk={ask} /> : null
        }
      />
      {notice}
      {dialog}
    </>
  );
}
