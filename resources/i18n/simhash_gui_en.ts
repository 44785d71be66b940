<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Act</name>
    <message numerus="yes">
        <source>%Ln files done</source>
        <translation>
            <numerusform>%Ln file done</numerusform>
            <numerusform>%Ln files done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files moved</source>
        <translation>
            <numerusform>%Ln file moved</numerusform>
            <numerusform>%Ln files moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files moved to the trash</source>
        <translation>
            <numerusform>%Ln file moved to the trash</numerusform>
            <numerusform>%Ln files moved to the trash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files replaced by clones</source>
        <translation>
            <numerusform>%Ln file replaced by a clone</numerusform>
            <numerusform>%Ln files replaced by clones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files replaced by hard links</source>
        <translation>
            <numerusform>%Ln file replaced by a hard link</numerusform>
            <numerusform>%Ln files replaced by hard links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files set aside</source>
        <translation>
            <numerusform>%Ln file set aside</numerusform>
            <numerusform>%Ln files set aside</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Acting</name>
    <message numerus="yes">
        <source>%Ln could not be undone</source>
        <translation>
            <numerusform>%Ln could not be undone</numerusform>
            <numerusform>%Ln could not be undone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are back</source>
        <translation>
            <numerusform>%Ln file is back</numerusform>
            <numerusform>%Ln files are back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>%Ln skipped</numerusform>
            <numerusform>%Ln skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CheckPage</name>
    <message numerus="yes">
        <source>Compared with %Ln documents of the library. What has about six words in a row in common with one of them is found; paraphrases, translations and pictures of text are not.</source>
        <translation>
            <numerusform>Compared with %Ln document of the library. What has about six words in a row in common with it is found; paraphrases, translations and pictures of text are not.</numerusform>
            <numerusform>Compared with %Ln documents of the library. What has about six words in a row in common with one of them is found; paraphrases, translations and pictures of text are not.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tampering was found at %Ln places</source>
        <translation>
            <numerusform>tampering was found at %Ln place</numerusform>
            <numerusform>tampering was found at %Ln places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClusterDetails</name>
    <message numerus="yes">
        <source>%Ln distinct texts</source>
        <translation>
            <numerusform>%Ln distinct text</numerusform>
            <numerusform>%Ln distinct texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClustersPage</name>
    <message numerus="yes">
        <source>%Ln clusters</source>
        <translation>
            <numerusform>%Ln cluster</numerusform>
            <numerusform>%Ln clusters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents searched</source>
        <translation>
            <numerusform>%Ln document searched</numerusform>
            <numerusform>%Ln documents searched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not confirmed</source>
        <translation>
            <numerusform>%Ln not confirmed</numerusform>
            <numerusform>%Ln not confirmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs</source>
        <translation>
            <numerusform>%Ln pair</numerusform>
            <numerusform>%Ln pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs confirmed</source>
        <translation>
            <numerusform>%Ln pair confirmed</numerusform>
            <numerusform>%Ln pairs confirmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs of different documents confirmed</source>
        <translation>
            <numerusform>%Ln pair of different documents confirmed</numerusform>
            <numerusform>%Ln pairs of different documents confirmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows written to {name}</source>
        <translation>
            <numerusform>%Ln row written to {name}</numerusform>
            <numerusform>%Ln rows written to {name}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Damage</name>
    <message numerus="yes">
        <source>%Ln files are read again at the next rescan.</source>
        <translation>
            <numerusform>%Ln file is read again at the next rescan.</numerusform>
            <numerusform>%Ln files are read again at the next rescan.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentDialog</name>
    <message numerus="yes">
        <source>Found in %Ln places</source>
        <translation>
            <numerusform>Found in %Ln place</numerusform>
            <numerusform>Found in %Ln places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentsPanel</name>
    <message numerus="yes">
        <source>%Ln documents</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EncodingDialog</name>
    <message numerus="yes">
        <source>%Ln characters are not valid in this encoding (shown as �).</source>
        <translation>
            <numerusform>%Ln character is not valid in this encoding (shown as �).</numerusform>
            <numerusform>%Ln characters are not valid in this encoding (shown as �).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>These %Ln files</source>
        <translation>
            <numerusform>This %Ln file</numerusform>
            <numerusform>These %Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FolderModel</name>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln folder</numerusform>
            <numerusform>%Ln folders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FoldersPanel</name>
    <message numerus="yes">
        <source>%Ln documents are in more than a hundred folders each and were not counted.</source>
        <translation>
            <numerusform>%Ln document is in more than a hundred folders and was not counted.</numerusform>
            <numerusform>%Ln documents are in more than a hundred folders each and were not counted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more pairs of folders with everything below them, those with the fewest documents, were not compared.</source>
        <translation>
            <numerusform>%Ln more pair of folders with everything below them, the one with the fewest documents, was not compared.</numerusform>
            <numerusform>%Ln more pairs of folders with everything below them, those with the fewest documents, were not compared.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportNotice</name>
    <message numerus="yes">
        <source>%Ln files are empty.</source>
        <translation>
            <numerusform>%Ln file is empty.</numerusform>
            <numerusform>%Ln files are empty.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are gone.</source>
        <translation>
            <numerusform>%Ln file is gone.</numerusform>
            <numerusform>%Ln files are gone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files could not be read.</source>
        <translation>
            <numerusform>%Ln file could not be read.</numerusform>
            <numerusform>%Ln files could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files read.</source>
        <translation>
            <numerusform>%Ln file read.</numerusform>
            <numerusform>%Ln files read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files were skipped; none were read.</source>
        <translation>
            <numerusform>%Ln file was skipped; none were read.</numerusform>
            <numerusform>%Ln files were skipped; none were read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobBar</name>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more jobs waiting</source>
        <translation>
            <numerusform>%Ln more job waiting</numerusform>
            <numerusform>%Ln more jobs waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>%Ln skipped</numerusform>
            <numerusform>%Ln skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JournalDialog</name>
    <message numerus="yes">
        <source>%Ln files chosen</source>
        <translation>
            <numerusform>%Ln file chosen</numerusform>
            <numerusform>%Ln files chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LeftOut</name>
    <message numerus="yes">
        <source>%Ln documents were not compared: the library with their texts cannot be read.</source>
        <translation>
            <numerusform>%Ln document was not compared: the library with its text cannot be read.</numerusform>
            <numerusform>%Ln documents were not compared: the library with their texts cannot be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were not compared: their comparison data are damaged.</source>
        <translation>
            <numerusform>%Ln document was not compared: its comparison data are damaged.</numerusform>
            <numerusform>%Ln documents were not compared: their comparison data are damaged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were not compared: their texts are damaged.</source>
        <translation>
            <numerusform>%Ln document was not compared: its text is damaged.</numerusform>
            <numerusform>%Ln documents were not compared: their texts are damaged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were not compared: their texts are missing.</source>
        <translation>
            <numerusform>%Ln document was not compared: its text is missing.</numerusform>
            <numerusform>%Ln documents were not compared: their texts are missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were not compared: they have another recipe.</source>
        <translation>
            <numerusform>%Ln document was not compared: it has another recipe.</numerusform>
            <numerusform>%Ln documents were not compared: they have another recipe.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were removed by others meanwhile.</source>
        <translation>
            <numerusform>%Ln document was removed by others meanwhile.</numerusform>
            <numerusform>%Ln documents were removed by others meanwhile.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries were not compared: their state is damaged.</source>
        <translation>
            <numerusform>%Ln entry was not compared: its state is damaged.</numerusform>
            <numerusform>%Ln entries were not compared: their state is damaged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files were not compared: their documents are missing.</source>
        <translation>
            <numerusform>%Ln file was not compared: its document is missing.</numerusform>
            <numerusform>%Ln files were not compared: their documents are missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files were not compared: their folder is damaged.</source>
        <translation>
            <numerusform>%Ln file was not compared: its folder is damaged.</numerusform>
            <numerusform>%Ln files were not compared: their folder is damaged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders are damaged: their roles may be wrong.</source>
        <translation>
            <numerusform>%Ln folder is damaged: its role may be wrong.</numerusform>
            <numerusform>%Ln folders are damaged: their roles may be wrong.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln marks are damaged and were not followed.</source>
        <translation>
            <numerusform>%Ln mark is damaged and was not followed.</numerusform>
            <numerusform>%Ln marks are damaged and were not followed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs were not compared: the process for this ended.</source>
        <translation>
            <numerusform>%Ln pair was not compared: the process for this ended.</numerusform>
            <numerusform>%Ln pairs were not compared: the process for this ended.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdicts are damaged and were not followed.</source>
        <translation>
            <numerusform>%Ln verdict is damaged and was not followed.</numerusform>
            <numerusform>%Ln verdicts are damaged and were not followed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message numerus="yes">
        <source>%Ln documents</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln folder</numerusform>
            <numerusform>%Ln folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gone</source>
        <translation>
            <numerusform>%Ln gone</numerusform>
            <numerusform>%Ln gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln set aside</source>
        <translation>
            <numerusform>%Ln set aside</numerusform>
            <numerusform>%Ln set aside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln too short</source>
        <translation>
            <numerusform>%Ln too short</numerusform>
            <numerusform>%Ln too short</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MatchedFiles</name>
    <message numerus="yes">
        <source>%Ln files match:</source>
        <translation>
            <numerusform>%Ln file matches:</numerusform>
            <numerusform>%Ln files match:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MeasuresPanel</name>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MeasuresView</name>
    <message numerus="yes">
        <source>%Ln of {width} bits differ</source>
        <translation>
            <numerusform>%Ln of {width} bits differs</numerusform>
            <numerusform>%Ln of {width} bits differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Same words, %Ln differences in punctuation or case</source>
        <translation>
            <numerusform>Same words, %Ln difference in punctuation or case</numerusform>
            <numerusform>Same words, %Ln differences in punctuation or case</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemberWords</name>
    <message numerus="yes">
        <source>%Ln characters fewer</source>
        <translation>
            <numerusform>%Ln character fewer</numerusform>
            <numerusform>%Ln characters fewer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters more</source>
        <translation>
            <numerusform>%Ln character more</numerusform>
            <numerusform>%Ln characters more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln days</source>
        <translation>
            <numerusform>newer by %Ln day</numerusform>
            <numerusform>newer by %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln hours</source>
        <translation>
            <numerusform>newer by %Ln hour</numerusform>
            <numerusform>newer by %Ln hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln minutes</source>
        <translation>
            <numerusform>newer by %Ln minute</numerusform>
            <numerusform>newer by %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln months</source>
        <translation>
            <numerusform>newer by %Ln month</numerusform>
            <numerusform>newer by %Ln months</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln years</source>
        <translation>
            <numerusform>newer by %Ln year</numerusform>
            <numerusform>newer by %Ln years</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln days</source>
        <translation>
            <numerusform>older by %Ln day</numerusform>
            <numerusform>older by %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln hours</source>
        <translation>
            <numerusform>older by %Ln hour</numerusform>
            <numerusform>older by %Ln hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln minutes</source>
        <translation>
            <numerusform>older by %Ln minute</numerusform>
            <numerusform>older by %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln months</source>
        <translation>
            <numerusform>older by %Ln month</numerusform>
            <numerusform>older by %Ln months</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln years</source>
        <translation>
            <numerusform>older by %Ln year</numerusform>
            <numerusform>older by %Ln years</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MembersModel</name>
    <message numerus="yes">
        <source>%Ln bits from the medoid</source>
        <translation>
            <numerusform>%Ln bit from the medoid</numerusform>
            <numerusform>%Ln bits from the medoid</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PassageTexts</name>
    <message numerus="yes">
        <source>%Ln common passages</source>
        <translation>
            <numerusform>%Ln common passage</numerusform>
            <numerusform>%Ln common passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Passage {number} of {count}: %Ln equal tokens</source>
        <translation>
            <numerusform>Passage {number} of {count}: %Ln equal token</numerusform>
            <numerusform>Passage {number} of {count}: %Ln equal tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Passage {number} of {count}: %Ln equal tokens, moved</source>
        <translation>
            <numerusform>Passage {number} of {count}: %Ln equal token, moved</numerusform>
            <numerusform>Passage {number} of {count}: %Ln equal tokens, moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %Ln longest common passages</source>
        <translation>
            <numerusform>The %Ln longest common passage</numerusform>
            <numerusform>The %Ln longest common passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PassagesPanel</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In %Ln documents</source>
        <translation>
            <numerusform>In %Ln document</numerusform>
            <numerusform>In %Ln documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PasswordDialog</name>
    <message numerus="yes">
        <source>%Ln locked files</source>
        <translation>
            <numerusform>%Ln locked file</numerusform>
            <numerusform>%Ln locked files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanDialog</name>
    <message numerus="yes">
        <source>%Ln files, {size}. Each is compared byte for byte with its kept copy first.</source>
        <translation>
            <numerusform>%Ln file, {size}. It is compared byte for byte with its kept copy first.</numerusform>
            <numerusform>%Ln files, {size}. Each is compared byte for byte with its kept copy first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln symbolic links would lead nowhere until undo.</source>
        <translation>
            <numerusform>%Ln symbolic link would lead nowhere until undo.</numerusform>
            <numerusform>%Ln symbolic links would lead nowhere until undo.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unticked.</source>
        <translation>
            <numerusform>%Ln unticked.</numerusform>
            <numerusform>%Ln unticked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln would stay; the second list says why.</source>
        <translation>
            <numerusform>%Ln would stay; the second list says why.</numerusform>
            <numerusform>%Ln would stay; the second list says why.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Checked, and nothing was changed: %Ln files can be processed.</source>
        <translation>
            <numerusform>Checked, and nothing was changed: %Ln file can be processed.</numerusform>
            <numerusform>Checked, and nothing was changed: %Ln files can be processed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemFiles</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected files:</source>
        <translation>
            <numerusform>%Ln selected file:</numerusform>
            <numerusform>%Ln selected files:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln files:</source>
        <translation>
            <numerusform>All %Ln file:</numerusform>
            <numerusform>All %Ln files:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemNotice</name>
    <message numerus="yes">
        <source>%Ln files will always be skipped.</source>
        <translation>
            <numerusform>%Ln file will always be skipped.</numerusform>
            <numerusform>%Ln files will always be skipped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders were removed from the library. Their files were not changed.</source>
        <translation>
            <numerusform>%Ln folder was removed from the library. Its files were not changed.</numerusform>
            <numerusform>%Ln folders were removed from the library. Their files were not changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forgot %Ln files; nothing on the disk was changed.</source>
        <translation>
            <numerusform>Forgot %Ln file; nothing on the disk was changed.</numerusform>
            <numerusform>Forgot %Ln files; nothing on the disk was changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The password does not open %Ln files: they are still locked.</source>
        <translation>
            <numerusform>The password does not open %Ln file: it is still locked.</numerusform>
            <numerusform>The password does not open %Ln files: they are still locked.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecipeDialog</name>
    <message numerus="yes">
        <source>Recompute %Ln fingerprints</source>
        <translation>
            <numerusform>Recompute %Ln fingerprint</numerusform>
            <numerusform>Recompute %Ln fingerprints</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecipeTexts</name>
    <message numerus="yes">
        <source>%Ln fingerprints were recomputed with the recipe “{recipe}”.</source>
        <translation>
            <numerusform>%Ln fingerprint was recomputed with the recipe “{recipe}”.</numerusform>
            <numerusform>%Ln fingerprints were recomputed with the recipe “{recipe}”.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message numerus="yes">
        <source>%Ln differences</source>
        <translation>
            <numerusform>%Ln difference</numerusform>
            <numerusform>%Ln differences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln differences inside passages</source>
        <translation>
            <numerusform>%Ln difference inside passages</numerusform>
            <numerusform>%Ln differences inside passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepsStage</name>
    <message numerus="yes">
        <source>1 Segment: %Ln words, {features} different.</source>
        <translation>
            <numerusform>1 Segment: %Ln word, {features} different.</numerusform>
            <numerusform>1 Segment: %Ln words, {features} different.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThresholdCard</name>
    <message numerus="yes">
        <source>%Ln documents are nearly all alike: they were compared with one of them, and their pairs are only counted.</source>
        <translation>
            <numerusform>%Ln document is nearly all alike: it was compared with one of them, and its pairs are only counted.</numerusform>
            <numerusform>%Ln documents are nearly all alike: they were compared with one of them, and their pairs are only counted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>clusters</source>
        <translation>
            <numerusform>cluster</numerusform>
            <numerusform>clusters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>documents</source>
        <translation>
            <numerusform>document</numerusform>
            <numerusform>documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>files</source>
        <translation>
            <numerusform>file</numerusform>
            <numerusform>files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThresholdHistogram</name>
    <message numerus="yes">
        <source>%Ln unconfirmed</source>
        <translation>
            <numerusform>%Ln unconfirmed</numerusform>
            <numerusform>%Ln unconfirmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Any distance: %Ln more pairs, found by their texts beyond distance {distance}</source>
        <translation>
            <numerusform>Any distance: %Ln more pair, found by its texts beyond distance {distance}</numerusform>
            <numerusform>Any distance: %Ln more pairs, found by their texts beyond distance {distance}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Distance {distance}: %Ln pairs</source>
        <translation>
            <numerusform>Distance {distance}: %Ln pair</numerusform>
            <numerusform>Distance {distance}: %Ln pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Overlap below {overlap}%: %Ln pairs</source>
        <translation>
            <numerusform>Overlap below {overlap}%: %Ln pair</numerusform>
            <numerusform>Overlap below {overlap}%: %Ln pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Overlap from {overlap}%: %Ln pairs</source>
        <translation>
            <numerusform>Overlap from {overlap}%: %Ln pair</numerusform>
            <numerusform>Overlap from {overlap}%: %Ln pairs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerdictListDialog</name>
    <message numerus="yes">
        <source>%Ln verdicts</source>
        <translation>
            <numerusform>%Ln verdict</numerusform>
            <numerusform>%Ln verdicts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerdictModel</name>
    <message numerus="yes">
        <source>%Ln verdicts were new</source>
        <translation>
            <numerusform>%Ln verdict was new</numerusform>
            <numerusform>%Ln verdicts were new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name} and %Ln other documents</source>
        <translation>
            <numerusform>{name} and %Ln other document</numerusform>
            <numerusform>{name} and %Ln other documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VotePanel</name>
    <message numerus="yes">
        <source>{named}; and %Ln more</source>
        <translation>
            <numerusform>{named}; and %Ln more</numerusform>
            <numerusform>{named}; and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WaysOut</name>
    <message numerus="yes">
        <source>Remove %Ln folders from the library?</source>
        <translation>
            <numerusform>Remove %Ln folder from the library?</numerusform>
            <numerusform>Remove %Ln folders from the library?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The library forgets the %Ln files that were in it, and texts and fingerprints that no other file has. This cannot be undone.</source>
        <translation>
            <numerusform>The library forgets the %Ln file that was in it, and texts and fingerprints that no other file has. This cannot be undone.</numerusform>
            <numerusform>The library forgets the %Ln files that were in it, and texts and fingerprints that no other file has. This cannot be undone.</numerusform>
        </translation>
    </message>
</context>
</TS>
