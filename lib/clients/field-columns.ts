import { CLIENT_FIELDS, type FieldColumn } from "@/lib/clients/field-values";

type Fields = typeof CLIENT_FIELDS;
type Types = { [Path in keyof Fields as Fields[Path]["column"]]: Fields[Path]["type"] };

const rows = Object.values(CLIENT_FIELDS);

/** The fields of a client `c` as a SELECT list, such as `c.base_url AS "baseUrl"`, and their PostgreSQL types. */
export function fieldColumns<Column extends FieldColumn>(
  columns: readonly Column[],
): { select: string; types: Pick<Types, Column> } {
  const types = rows.map(({ column, type }) => [column, type]);
  const isSelected = ([column]: readonly string[]) => columns.some((each) => each === column);
  return {
    select: columns.map((column) => `c.${snakeCase(column)} AS "${column}"`).join(", "),
    types: Object.fromEntries(types.filter(isSelected)) as Pick<Types, Column>,
  };
}

/** All fields. */
export const allFields = fieldColumns(rows.map(({ column }) => column));

function snakeCase(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
