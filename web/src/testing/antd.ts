/** The figures of the statistic cards on screen: label, value and note of each. */
export const shownStatistics = (): string[][] =>
  [...document.querySelectorAll('.ant-statistic')].map((statistic) =>
    [
      statistic.querySelector('.ant-statistic-title'),
      statistic.querySelector('.ant-statistic-content'),
      statistic.nextElementSibling,
    ].flatMap((element) => (element ? [element.textContent ?? ''] : [])),
  );

/** The content beside a label of Ant Design's Descriptions. */
export function getDescription(label: string, container: ParentNode = document): HTMLElement {
  const labels = [...container.querySelectorAll<HTMLElement>('.ant-descriptions-item-label')];
  const content = labels.find(({ textContent }) => textContent === label)?.nextElementSibling;
  if (!(content instanceof HTMLElement)) throw new Error(`No description has the label ${label}`);
  return content;
}
