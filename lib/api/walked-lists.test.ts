import { describe, expect, it } from "vitest";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";
import { type ListScene, type WalkedList, walkedLists } from "@/test/requests/walked-lists";

const TIMES = ["2026-11-20T12:00:00.123Z", "2026-11-20T12:00:00.124Z"].map((at) => new Date(at));
const EARLIER = new Date("2026-11-19T12:00:00Z");
const LATER = new Date("2026-11-21T12:00:00Z");

type Query = Record<string, string>;

/** A list with what tests of its cursors need. */
function walkerOf({ operation, id, isNumbered }: WalkedList) {
  const sized = (size: number) => ({ [isNumbered ? "page_size" : "limit"]: String(size) });
  const start: Query = isNumbered ? { page_type: "cursor" } : {};
  const read = ({ params, query, as }: ListScene, more: Query) =>
    callRoute(operation, { params, query: { ...query, ...more }, as });

  async function readPage(scene: ListScene, more: Query) {
    const { status, body } = await read(scene, more);
    expect(status, JSON.stringify(body)).toBe(200);
    const ids = listOf(body.items).map((item) => String(item[id]));
    return { ids, page: body.page, cursor: textOf(fieldAt(body, "page.next_id")) };
  }

  /** The ids of a list from a cursor to its end. */
  async function walk(scene: ListScene, size: number, from: Query = start): Promise<string[]> {
    const { ids, page, cursor } = await readPage(scene, { ...sized(size), ...from });
    expect(page).toEqual({ type: "cursor", size, has_next: cursor !== "", next_id: cursor });
    if (cursor === "") return ids;
    expect(ids).toHaveLength(size);
    return [...ids, ...(await walk(scene, size, { cursor }))];
  }

  const first = (scene: ListScene, size: number) => readPage(scene, { ...sized(size), ...start });
  const whole = async (scene: ListScene) =>
    (await readPage(scene, sized(isNumbered ? 100 : 200))).ids;
  return { read, walk, first, whole };
}

/** A list with two items for each of two times, and whatever it has from the start. */
async function filled(list: WalkedList) {
  const scene = await list.mint();
  const { ids: others } = await walkerOf(list).first(scene, 100);
  const added: string[] = [];
  for (const createdAt of [...TIMES, ...TIMES]) added.push(await scene.add(createdAt));
  return { scene, added, all: [...others, ...added] };
}

const listsById = walkedLists.map((list) => [list.operation.id, list] as const);

describe.each(listsById)("a walk through %s", (_name, list) => {
  const { read, walk, first, whole } = walkerOf(list);

  it("finds each item once and in the order of the list, whatever the page size", async () => {
    const { scene, all } = await filled(list);
    const inOrder = await whole(scene);
    expect(inOrder.toSorted()).toEqual(all.toSorted());
    for (const size of [1, 2, 3, 4, 50]) expect(await walk(scene, size)).toEqual(inOrder);
  });

  it("neither repeats nor skips an item when others are added or removed meanwhile", async () => {
    const { scene, added } = await filled(list);
    const { ids, cursor } = await first(scene, 2);
    for (const createdAt of [EARLIER, LATER]) await scene.add(createdAt);
    const removed = [added.find((id) => ids.includes(id)), added.find((id) => !ids.includes(id))];
    for (const id of removed) if (id) await scene.remove?.(id);
    const seen = [...ids, ...(await walk(scene, 1, { cursor }))];
    expect(new Set(seen).size).toBe(seen.length);
    const remainingIds = await whole(scene);
    const stayed = added.filter((id) => remainingIds.includes(id));
    expect(seen).toEqual(expect.arrayContaining(stayed));
    expect(seen.filter((id) => remainingIds.includes(id))).toEqual(
      remainingIds.filter((id) => seen.includes(id)),
    );
  });

  it.each<[string, (cursor: string) => string]>([
    ["a changed position", (cursor) => `${cursor.startsWith("x") ? "y" : "x"}${cursor.slice(1)}`],
    ["a changed signature", (cursor) => `${cursor.slice(0, -4)}AAAA`],
    ["no signature", (cursor) => cursor.split(".")[0] ?? ""],
    ["nothing in it", () => ""],
  ])("security 49: rejects a cursor with %s", async (_what, broken) => {
    const { scene } = await filled(list);
    const { cursor } = await first(scene, 1);
    const { status, body } = await read(scene, { cursor: broken(cursor) });
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_request");
    expect(fieldAt(body, "errors.0.path")).toBe("cursor");
  });
});

const ownedLists = listsById.filter(([, { isOwned }]) => isOwned);
describe.each(ownedLists)("security 49: the cursor of another owner's %s", (_name, list) => {
  it("gets the same answer as a forged one", async () => {
    const { read, first } = walkerOf(list);
    const { scene } = await filled(list);
    const { scene: other } = await filled(list);
    const { cursor } = await first(other, 1);
    const answers = [cursor, "forged"].map(async (each) => {
      const { status, body } = await read(scene, { cursor: each });
      return { status, message: body.message, errors: body.errors };
    });
    const [foreign, forged] = await Promise.all(answers);
    expect(foreign).toEqual(forged);
    expect(foreign?.status).toBe(400);
  });
});

const numberedLists = listsById.filter(([, { isNumbered }]) => isNumbered);
describe.each(numberedLists)("the numbered pages of %s", (_name, list) => {
  const { read, first, whole } = walkerOf(list);

  it("have the same items as a walk, and the total", async () => {
    const { scene } = await filled(list);
    const inOrder = await whole(scene);
    const { body } = await read(scene, { page_no: "2", page_size: "3" });
    expect(listOf(body.items).map((item) => String(item[list.id]))).toEqual(inOrder.slice(3, 6));
    expect(body.page).toMatchObject({ type: "number", current: 2, total: inOrder.length });
  });

  it("cannot be combined with a cursor", async () => {
    const { scene } = await filled(list);
    const { cursor } = await first(scene, 1);
    const { status, body } = await read(scene, { cursor, page_no: "2" });
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe("page_no");
    const numbered = await read(scene, { cursor, page_type: "number" });
    expect([numbered.status, fieldAt(numbered.body, "errors.0.path")]).toEqual([400, "cursor"]);
  });
});
