import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ButtonLink, PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './legal-page.module.css';

export interface LegalSection {
  title: string;
  body: ReactNode;
}

export function LegalPage({
  title,
  intro,
  sections,
}: {
  title: string;
  intro: string;
  sections: readonly LegalSection[];
}) {
  const navigate = useNavigate();
  usePageTitle(title);
  const back = (): void => {
    if (window.history.length > 1) void navigate(-1);
    else void navigate(paths.landing);
  };
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <PlainButton look="quiet" className={styles.back} onClick={back}>
        <Icon name="arrowLeft" size={16} /> Back
      </PlainButton>
      <h1>{title}</h1>
      <p className={styles.updated}>Last updated: 10th August 2025</p>
      <p className={styles.intro}>{intro}</p>
      {sections.map((section, index) => (
        <section key={section.title}>
          <h2>
            {index + 1}. {section.title}
          </h2>
          {section.body}
        </section>
      ))}
      <div className={styles.end}>
        <ButtonLink look="primary" to={paths.landing}>
          Back to Home
        </ButtonLink>
      </div>
    </main>
  );
}
