"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { DirectoryKind } from "@/lib/platform/values";
import { type RowAction, RowActions, useActionDialog } from "../actions/row-actions";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHeader, type PageHeaderProps } from "../ui/page-header";
import { useObjectActions } from "./object-actions";
import { type Objects, objectLists } from "./objects";

/** What is wrong with an object, and the key of the action that ends it. */
export interface ObjectAlert {
  title: ReactNode;
  text: string | null;
  action: string;
}

interface ObjectHeaderProps<Kind extends DirectoryKind> {
  kind: Kind;
  object: Objects[Kind];
  name: string;
  mark: ReactNode;
  status: ReactNode;
  description: ReactNode;
  parents: PageHeaderProps["parents"];
  alert: ObjectAlert | undefined;
  mayWrite: boolean;
}

/** Name and state of an object, with the menu of what can be done with it and the outcome of the last action. */
export function ObjectHeader<Kind extends DirectoryKind>(props: ObjectHeaderProps<Kind>) {
  const { kind, object, name, mark, alert, mayWrite, ...header } = props;
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
      {notice ?? (alert ? <Alert {...alert} choices={choices} onAsk={ask} /> : null)}
      {dialog}
    </>
  );
}

interface AlertProps extends ObjectAlert {
  choices: readonly RowAction[];
  onAsk: (action: RowAction) => void;
}

/** What is wrong, and the button that ends it. */
function Alert({ title, text, action, choices, onAsk }: AlertProps) {
  const end = choices.find(({ key }) => key === action);
  return (
    <Notice tone="warning" title={title}>
      {text ? (
        <p>
          <bdi>{text}</bdi>
        </p>
      ) : null}
      {end ? (
        <div>
          <Button size="small" onClick={() => onAsk(end)}>
            {end.label}
          </Button>
        </div>
      ) : null}
    </Notice>
  );
}
