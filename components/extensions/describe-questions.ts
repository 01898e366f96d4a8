import type { ScopeView } from "../scopes/scope-view";
import type { WaitingQuestion } from "./extension-views";

/**
 * Puts the descriptions of scopes in the place of their names.
 * @param scopes a description of each scope that one of the questions is about
 */
export function describeQuestions(
  questions: readonly WaitingQuestion<string>[],
  scopes: readonly ScopeView[],
): WaitingQuestion[] {
  return questions.map((question) => ({
    ...question,
    scopes: scopes.filter(({ name }) => question.scopes.includes(name)),
  }));
}
