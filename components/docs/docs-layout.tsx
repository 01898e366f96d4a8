import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DocsNavigation, type DocsNavigationProps } from "./docs-navigation";
import { OperationSearch } from "./operation-search";

/** A page of the reference beside its search and navigation. */
export function DocsLayout(props: DocsNavigationProps & { children: ReactNode }) {
  const { children, ...navigation } = props;
  const t = useTranslations("docs.search");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-3 lg:sticky lg:top-4">
        <OperationSearch
          query={navigation.query}
          choice={navigation.choice}
          words={{
            label: t("label"),
            placeholder: t("placeholder"),
            found: t("found"),
            all: t("all"),
            failed: t("failed"),
          }}
        />
        <DocsNavigation {...navigation} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </div>
  );
}
