"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button";
import { usePreload } from "../../ui/use-preload";
import type { ManifestDialogProps } from "./manifest-dialog";

const loadDialog = () => import("./manifest-dialog");
const ManifestDialog = lazy(async () => ({ default: (await loadDialog()).ManifestDialog }));

/** A button that fills the form around it with a manifest. */
export function ImportManifest(props: Omit<ManifestDialogProps, "onClose">) {
  const t = useTranslations("clientForm.manifest");
  const [isOpen, setOpen] = useState(false);
  usePreload(loadDialog);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t("title")}
      </Button>
      <Suspense>
        {isOpen ? <ManifestDialog {...props} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
