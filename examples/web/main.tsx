import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Session } from './session.tsx';
import './styles/base.css';
import './styles/feed.css';
import './styles/frame.css';
import './styles/messages.css';
import './styles/run.css';

const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Session />
    </StrictMode>,
  );
